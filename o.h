rulebound reference 0.1.0 (Rust), 54 scenarios from .

Motion, paying for cards by moving gems between spheres 0.1.0
  chapter               pass
  chaining                54

It holds.
