// The few things of Node that the engine uses, so that the types can be checked without installing anything.

declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
}

declare module "node:readline" {
  export function createInterface(options: { input: unknown }): AsyncIterable<string>;
}

declare const process: { stdin: unknown; stdout: { write(text: string): void } };
