"""Classes: stances, which change them, and the talents of leaders."""

from skirmish_numbers import LAST, TIERS

SCORES = ("power", "armor")


def switch(match, one, stance):
    """A text has a character take a stance (skirmish.text.switch)."""
    if match.rules("stance-lasts", "turn") and one.former is None and not match.familiar(one):
        one.former = one.cls
    become(match, one, stance)
    if match.rules("stance-talent", "activates") and match.players[one.controller].leader == one.id:
        talent(match, one)


def become(match, one, cls):
    old, new = match.table(one.cls), match.table(cls)
    one.cls = cls
    if match.rules("stance-reach", "changes"):
        one.ranged = new["ranged"]
    if match.rules("stance-scores", "change"):
        for score in SCORES:
            raised = TIERS.index(getattr(one, score)) - TIERS.index(old[score])
            tier = TIERS.index(new[score]) + raised + getattr(one, score + "_cut")
            bounded = min(LAST, max(0, tier))
            if match.rules("stance-bounds", "come-back"):
                setattr(one, score + "_cut", tier - bounded)
            match.set_score(one, score, TIERS[bounded])


def leave_stances(match):
    """At the end of a turn, stances that last no longer are left (skirmish.rulings.stance-lasts)."""
    for one in match.objects:
        if one.former is not None:
            cls, one.former = one.former, None
            become(match, one, cls)


def talent(match, leader):
    """The talent of a leader (skirmish.classes.marksman, duelist, enchanter and vanguard)."""
    rules, number = match.rules, leader.controller
    player = match.players[number]
    if leader.cls in ("Marksman", "Vanguard"):
        for one in match.objects:  # those who have fainted too, if that is of use
            if one.controller == number and (one is not leader or rules("allies-include", "leader-too")):
                match.tiers(one, "power" if leader.cls == "Marksman" else "armor", rules.raise_tiers, True)
    elif leader.cls == "Duelist":
        if rules("point-gained", "maximum"):
            player.maximum = match.bounded(player.maximum + rules.talent_points, "maximum")
        elif rules("point-gained", "current"):
            player.points = match.bounded(player.points + rules.talent_points, "current")
        else:
            player.extra += rules.talent_points
        match.cap(player)
    elif leader.cls == "Enchanter":
        match.draw(number, rules.talent_draw)
