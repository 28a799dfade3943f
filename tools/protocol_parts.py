# SPDX-License-Identifier: MIT
"""What topics show, as JSON Schema, with the schemas of what they are made of: for
tools/protocol-schema."""

NUMBER = {"type": "integer", "minimum": 0, "maximum": 2**53}
CENTS = {"type": "integer", "minimum": -(10**15), "maximum": 10**15}
AMOUNT = {"type": "integer", "minimum": 0, "maximum": 10**15}
TEXT = {"type": "string"}
HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
DICE = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 3,
        "maxItems": 3}
SPOT = {"type": "string", "pattern": "^[a-z]+(-[a-z0-9]+)?$"}
ID = {"type": "integer", "minimum": 0, "maximum": 2**32 - 1}


# Why the server refuses a request before it reaches a table. (A table's own reasons are `Reason`.)
SESSION_REASONS = ["bad_message", "busy", "stopping", "not_signed_in", "wrong_password",
                   "password_change_required", "cannot_store", "second_person_needed",
                   "wrong_code", "wrong_key", "already_has_place", "no_free_place", "has_no_place",
                   "request_out_of_range",
                   "credit_full", "no_such_fault", "too_often", "not_a_console",
                   "too_many_attempts", "weak_password", "password_unchanged",
                   "second_factor_missing", "second_factor_required", "wrong_second_factor",
                   "second_factor_in_use", "certificate_missing"]


def maybe(schema):
    return {"anyOf": [schema, {"type": "null"}]}


def words(name):
    return {"$ref": f"#/$defs/words/{name}"}


def listed(schema):
    return {"type": "array", "items": schema}


def closed(fields, optional=()):
    """An object with these fields and no other: what a client sends."""
    return {"type": "object", "properties": fields, "additionalProperties": False,
            "required": [name for name in fields if name not in optional]}


def opened(fields, optional=()):
    """An object with at least these: what the server says may grow."""
    return {"type": "object", "properties": fields,
            "required": [name for name in fields if name not in optional]}


TEXTS = opened({"en": TEXT, "zh": TEXT, "zh_hant": TEXT})
LIMIT = opened({"min": AMOUNT, "max": maybe(AMOUNT)})

BET = opened({"spot": SPOT, "stake": AMOUNT, "effective": AMOUNT, "payout": AMOUNT},
             ("effective", "payout"))
PROOF = maybe(opened({"table": ID, "round": NUMBER, "roll": DICE, "close_hash": HASH,
                      "mixed_first": {"type": "boolean"},
                      "key": HASH, "counter": NUMBER, "tumbles": NUMBER,
                      "signature": {"type": "string", "pattern": "^[0-9a-f]{128}$"},
                      "commitment": HASH, "secret": HASH},
                     ("key", "counter", "tumbles", "signature", "commitment", "secret")))
# A round that has ended. The last fields are there only for a place that had bets in it.
ENDED_ROUND = {"round": NUMBER, "roll": maybe(DICE), "ended": words("RoundEnd"),
               "void_for": maybe(words("Cause")),
               "manual": {"type": "boolean"}, "layout": TEXT, "bets_returned": {"type": "boolean"},
               "bets": listed(BET),
               "staked": AMOUNT, "payout": AMOUNT}
OF_PLACE = ("layout", "bets_returned", "bets", "staked", "payout")
LISTED_ROUND = opened({**ENDED_ROUND, "dice_set": ID, "at": NUMBER, "proof": PROOF}, OF_PLACE)

PAIR = opened({"decides": words("Role"), "with": words("Role")})
# Who may give an order, and what it would lead to.
REPORT = {"roles": listed(words("Role")), "refused": maybe(words("Reason")),
          "leads_to": listed(TEXT)}
CERTIFICATE = opened({"clauses": listed(TEXT), "leads_to": listed(TEXT)})
PREVIEW = opened({"second": maybe(PAIR), "clauses": listed(TEXT), **REPORT})
FLAG = {"type": "boolean"}
HAND_PAY = opened({"id": ID, "amount": AMOUNT, "kind": words("HandPayKind"), "paid": FLAG})
STATUS = {"phase": words("Phase"), "out_of_service": maybe(TEXT),
          "last_round": {"type": "boolean"},
          "last_round_played": {"type": "boolean"},
          "held": maybe(opened({"cause": words("Cause"), "reason": TEXT,
                                "referred": maybe(words("Cause")),
                                "contested": maybe(words("Cause"))})),
          "manual_entry": maybe(opened({"reason": TEXT, "since": NUMBER}))}


def player_parts():
    """What the topics of a terminal and of a seat have in common."""
    money = opened({"credit": AMOUNT, "staked": AMOUNT, "owed": AMOUNT, "unclaimed": AMOUNT})
    # `next` replaces `current` at the time `from`; null: no limit.
    limit = opened({"current": maybe(NUMBER), "next": maybe(NUMBER), "from": NUMBER})
    own_limits = opened({"lost": CENTS, "loss": limit, "time": limit, "break_until": NUMBER})
    entry = opened({"seq": NUMBER, "at": NUMBER, "round": NUMBER, "by_staff": {"type": "boolean"},
                    "what": {"enum": ["placed", "withdrawn", "rejected", "advised", "reduced",
                                      "in_full", "settled", "void", "returned", "corrected"]},
                    "bets": listed(opened({"spot": SPOT, "amount": AMOUNT})),
                    "spots": listed(SPOT), "amount": CENTS,
                    "staked": AMOUNT, "cause": words("Cause")},
                   ("bets", "spots", "amount", "staked", "cause"))
    return {"money": money, "bets": listed(BET), "last": maybe(opened(ENDED_ROUND, OF_PLACE)),
            "bet_log": listed(entry), "own_limits": maybe(own_limits)}


FOUR_DIGITS = {"type": "string", "pattern": "^[0-9]{4}$"}
# What is printed on a ticket.
TICKET = opened({"heading": TEXT, "house": TEXT, "location": maybe(TEXT), "terminal": TEXT,
                 "date": TEXT, "time": TEXT, "expires": maybe(TEXT), "message": maybe(TEXT),
                 "number": {"type": "string", "pattern": "^([0-9]{16}|[0-9]{18})$"},
                 "number_in_groups": TEXT,
                 "barcode": opened({"symbology": TEXT, "digits": TEXT}),
                 "amount": TEXT, "currency": TEXT,
                 "amount_in_words": opened({"en": TEXT, "zh": TEXT}),
                 "checkpoint": opened({"size": NUMBER, "hash": TEXT}),
                 "marking": maybe(TEXT)})


def cash_parts():
    """What a terminal shows of its cabinet, of the last movements of money, and of the tickets
    that its simulated cabinet has printed."""
    cabinet = opened({"connected": FLAG, "takes_notes": FLAG, "takes_tickets": FLAG,
                      "prints": FLAG, "paper": words("Paper")})
    kinds = ["note_in", "note_refused", "note_returned", "ticket_out", "ticket_not_printed",
             "print_unknown", "ticket_in", "ticket_returned", "ticket_refused",
             "hand_pay_requested", "hand_paid"]
    movement = opened({"at": NUMBER, "kind": {"enum": kinds}, "amount": AMOUNT,
                       "last_four": maybe(FOUR_DIGITS)})
    return {"cash": maybe(opened({"cabinet": cabinet, "notes": listed(AMOUNT),
                                  "credit_max": AMOUNT, "note": maybe(AMOUNT),
                                  "ticket": maybe(AMOUNT), "printing": maybe(AMOUNT),
                                  "reader_locked": FLAG, "hand_pay": maybe(HAND_PAY)})),
            "cash_log": listed(movement), "tickets": maybe(listed(TICKET))}


def table_parts():
    return {
        "table": opened({
            "number": ID, "name": TEXT, "game": TEXT, "title": TEXTS, "rules": HASH,
            "layouts": listed(TEXT),
            "terminals": FLAG, "lights": FLAG, "operator": TEXT, "currency": TEXT,
            "chip": AMOUNT,
            "training": FLAG, "chip_mode": words("ChipMode"), "limit": LIMIT,
            "limit_of": {"type": "object", "additionalProperties": LIMIT},
            "round_max": maybe(AMOUNT), "differential_max": maybe(AMOUNT),
            "exposure_max": maybe(AMOUNT),
            "betting_seconds": NUMBER,
            "mode": {"enum": ["manual", "assisted", "automatic"]},
            "language": {"enum": ["en", "zh"]},
            "tumbler": TEXT, "video": maybe(TEXT), "reality_check_minutes": NUMBER,
            "message": maybe(opened({"en": TEXT, "zh": TEXT}))},
            ("video", "reality_check_minutes", "message")),
        "status": opened(STATUS),
        "round": maybe(opened({
            "number": NUMBER, "step": maybe(words("Step")), "next": maybe(words("Step")),
            "betting": FLAG,
            "closes_at": maybe(NUMBER), "mixer": words("MixerKind"), "mixing": FLAG,
            "mixes": NUMBER,
            "covered": FLAG, "roll": maybe(DICE), "manual": FLAG, "winning": listed(SPOT),
            "ended": words("RoundEnd"), "void_for": maybe(words("Cause"))})),
        "announcement": maybe(TEXTS),
        "results": opened({"last": NUMBER,
                           "rolls": listed(
                               maybe({"type": "string", "pattern": "^[1-6]-[1-6]-[1-6]$"}))}),
        "proof": opened({"round": NUMBER, "commitment": maybe(HASH), "last": PROOF}),
        "chips": listed(opened({"stay": ID, "player": TEXT, "spot": SPOT, "stake": AMOUNT}))}


def equipment_parts():
    """The equipment of a table, and what can be done with it now."""
    return {
        "equipment": opened({
            "mixer": words("MixerKind"),
            "mixers": listed(opened({"mixer": words("MixerKind"),
                                     "dice_set": maybe(opened({"number": ID, "seal": TEXT,
                                                               "installed_at": NUMBER,
                                                               "due_at": maybe(NUMBER)})),
                                     "mark": maybe(words("Mark")), "unusable": FLAG})),
            "shaker_holder": ID, "repair_needed": FLAG, "lights_on": FLAG,
            "inspection": opened({"lights_passed": NUMBER, "mixer_passed": NUMBER,
                                  "failed": NUMBER,
                                  "ticked": listed(words("CheckItem")), "signed": FLAG})}),
        "equipment_orders": opened({
            "mixers": listed(opened({"mixer": words("MixerKind"),
                                     **{order: maybe(words("Reason")) for order in
                                        ("InstallDice", "RemoveDice", "UseMixer",
                                         "MarkMixer")}})),
            "free_dice_set": ID,
            "shaker": maybe(opened({"put_back": maybe(words("Reason")),
                                    "hand_to": listed(opened({
                                        "person": ID,
                                        "refused": maybe(words("Reason"))}))}))})}


def console_parts():
    return {
        "staff": listed(opened({"person": ID, "name": TEXT, "role": words("Role"),
                                "since": NUMBER, "session": NUMBER})),
        "locked": FLAG,
        "pending": listed(opened({"digest": HASH, "order": TEXT, "by": ID, "name": TEXT,
                                  "role": words("Role"),
                                  "fields": {"type": "object"}, "decides": maybe(words("Role")),
                                  "with": maybe(words("Role")),
                                  "missing": listed(words("Role")),
                                  "expires_at": NUMBER})),
        "property_pending": listed(opened({"digest": HASH, "order": TEXT, "by": ID, "name": TEXT,
                                           "role": words("Role"),
                                           "subject": maybe(opened({"name": TEXT,
                                                                    "role": words("Role")})),
                                           "missing": listed(words("Role")),
                                           "expires_at": NUMBER})),
        "incidents": listed(opened({"incident": ID, "round": NUMBER, "cause": words("Cause"),
                                    "resolves": words("Role"), "roles": listed(words("Role")),
                                    "note": TEXT, "of_patron": FLAG,
                                    "dispute": maybe(opened({"entered": DICE, "read": DICE}))})),
        **equipment_parts(),
        "irregularities": listed(opened({
            "cause": words("Cause"), "effect": words("Effect"), "scope": words("Scope"),
            "decides": words("Role"), "with": maybe(words("Role")),
            "reported_by": words("Role"),
            "takes_effect": FLAG, "clauses": listed(TEXT), **REPORT})),
        "certify": maybe(opened({"seen": maybe(CERTIFICATE), "not_seen": maybe(CERTIFICATE)})),
        "orders": {"type": "object", "additionalProperties": opened(
            {"roles": listed(words("Role")), "of_round": FLAG, "second": PAIR,
             "roles_at_terminal": listed(words("Role")), "refused": maybe(words("Reason"))},
            ("second", "roles_at_terminal", "refused"))},
        "requests": opened({name: opened({"roles": listed(words("Role"))})
                            for name in ("create_enrolment_code", "inject_fault")}),
        "enrolments": listed(opened({"terminal": ID, "person": ID, "name": TEXT,
                                     "requested_at": NUMBER, "expires_at": NUMBER,
                                     "completed_at": maybe(NUMBER), "replaced": FLAG})),
        "password_resets": listed(opened({"person": ID, "name": TEXT, "at": NUMBER,
                                          "by": maybe(TEXT)})),
        "round_progress": maybe(opened({"armed": FLAG, "reading": maybe(DICE),
                                        "keyed": maybe(DICE),
                                        "lights_failed": FLAG, "present": FLAG,
                                        "witness": NUMBER})),
        "payments": maybe(payments_part()),
        "pace": opened({"rounds_an_hour": maybe(NUMBER), "last_ended_at": maybe(NUMBER)}),
        "configuration": {"$ref": "#/$defs/structs/Configuration"}}


def payments_part():
    """What the dealer of a shared felt is about to pay."""
    due = {"winnings": AMOUNT, "returned": AMOUNT}
    return opened({
        "round": NUMBER, "total": AMOUNT,
        "players": listed(opened({
            "stay": ID, "player": TEXT, **due,
            "bets": listed(opened({"spot": SPOT, "stake": AMOUNT, "counts": AMOUNT, **due})),
            "chips": listed(opened({"size": AMOUNT, "count": NUMBER}))}))})


def places_parts():
    return {
        "places": listed(opened({
            "terminal": ID, "layout": TEXT, "enabled": FLAG, "online": FLAG, "locked": FLAG,
            "calling": FLAG, "hand_pay": maybe(HAND_PAY),
            "player": TEXT, "away": FLAG, "stay": ID, "credit": AMOUNT, "staked": AMOUNT,
            "payout": AMOUNT, "owed": AMOUNT, "unclaimed": AMOUNT},
            ("terminal", "layout", "enabled", "online", "locked", "calling", "hand_pay",
             "player", "away"))),
        "totals": listed(opened({"spot": SPOT, "stake": AMOUNT, "over_max": FLAG})),
        "differences": listed(opened({"spots": listed(SPOT), "stakes": listed(AMOUNT),
                                      "apart": AMOUNT, "max": AMOUNT, "over": FLAG})),
        "below_min": listed(opened({"stay": ID, "player": TEXT, "spot": SPOT, "stake": AMOUNT,
                                    "min": AMOUNT})),
        "open_accounts": listed(opened({"stay": ID, "terminal": ID, "player": TEXT,
                                        "owed": AMOUNT, "unclaimed": AMOUNT}))}


def found_ticket():
    """A ticket that find_tickets has found, and what became of it."""
    place = maybe(ID)
    who = opened({"kind": words("ActorKind"), "number": NUMBER, "name": maybe(TEXT)})
    return opened({
        "ticket": maybe(HASH), "last_four": FOUR_DIGITS, "amount": AMOUNT, **CURRENCY,
        "state": words("TicketState"), "issued_at": NUMBER, "table": place, "terminal": place,
        "stay": place, "expires_at": maybe(NUMBER), "changed_at": NUMBER, "changed_table": place,
        "changed_terminal": place, "changed_counter": place, "changed_by": who})


CURRENCY = {"currency": {"type": "string", "pattern": "^[A-Z]{3}$"}, "training": FLAG}


def cage_log_entry():
    """A movement at the cage. The last fields are those of some kinds only."""
    kinds = ["shift_opened", "shift_closed", "float_in", "float_out", "adjusted_up",
             "adjusted_down", "ticket_sold", "ticket_cashed", "ticket_refused", "reader_unlocked",
             "hand_paid", "unclaimed_paid", "expired_paid", "ticket_voided", "receivable_taken",
             "chips_sold", "chips_bought", "inventory_opened", "table_filled", "table_credited",
             "inventory_counted", "inventory_closed", "stacker_removed", "box_counted"]
    some = {"expected": maybe(CENTS), "counted": AMOUNT, "text": TEXT, "last_four":
            maybe(FOUR_DIGITS), "reason": words("Reason"), "reference": maybe(TEXT),
            "identity": maybe(TEXT), "terminal": ID, "stay": ID, "seal": TEXT, "slip": TEXT,
            "box": words("BoxKind"), "win_by_count": CENTS, "win_by_ledger": CENTS}
    return opened({"seq": NUMBER, "at": NUMBER, "kind": {"enum": kinds}, "amount": AMOUNT,
                   "counter": ID, "table": ID, "by": maybe(TEXT), "with": maybe(TEXT),
                   **CURRENCY, **some}, tuple(some))


def cage_parts():
    role = words("Role")
    shift = opened({"cashier": ID, "name": TEXT, "opened_at": NUMBER, "opening": AMOUNT,
                    "in": AMOUNT, "out": AMOUNT, "vault_in": AMOUNT, "vault_out": AMOUNT,
                    "adjusted": CENTS, "expected": AMOUNT})
    period = opened({"opener": AMOUNT, "fills": AMOUNT, "credits": AMOUNT, "since": NUMBER,
                     "drop_box": TEXT, "tip_box": TEXT})
    box = opened({"seal": TEXT, "kind": words("BoxKind"), "terminal": ID, "removed_at": NUMBER})
    return {
        "staff": listed(opened({"person": ID, "name": TEXT, "role": role, "since": NUMBER,
                                "session": NUMBER})),
        "policy": maybe(opened({"notes": listed(AMOUNT), "ticket_min": AMOUNT,
                                "ticket_max": AMOUNT,
                                "identity_from": AMOUNT, "identity_day_from": AMOUNT})),
        "counters": listed(opened({"counter": ID, **CURRENCY, "shift": maybe(shift),
                                   "left": AMOUNT, "over": AMOUNT, "missing": AMOUNT,
                                   "reader_locked": FLAG})),
        "hand_pays": listed(opened({"hand_pay": ID, **CURRENCY, "table": ID, "terminal": ID,
                                    "amount": AMOUNT, "kind": words("HandPayKind"),
                                    "requested_at": NUMBER, "paid": FLAG,
                                    "second": maybe(PAIR)})),
        "accounts": listed(opened({"stay": ID, **CURRENCY, "table": ID, "terminal": ID,
                                   "player": TEXT, "owed": AMOUNT, "unclaimed": AMOUNT})),
        "tables": listed(opened({"table": ID, **CURRENCY, "name": TEXT, "felt": FLAG,
                                 "chips": words("ChipMode"), "tip_box": FLAG,
                                 "period": maybe(period), "closer": maybe(AMOUNT),
                                 "boxes": listed(box),
                                 "terminals": listed({"type": "array", "items": ID})})),
        "totals": listed(opened({**CURRENCY, "tickets": AMOUNT, "chips": AMOUNT,
                                 "difference": CENTS})),
        "pending": listed(opened({"digest": HASH, "order": TEXT, "table": ID, "by": ID,
                                  "name": TEXT, "role": role, "fields": {"type": "object"},
                                  "missing": listed(role), "expires_at": NUMBER})),
        "orders": {"type": "object", "additionalProperties": opened(
            {"roles": listed(role), "second": maybe(PAIR), "roles_for_another": listed(role)},
            ("roles_for_another",))},
        "log": listed(cage_log_entry())}


def parts():
    """What each kind of topic shows."""
    player = player_parts()
    return {
        "property": {"tables": listed(opened({
            "number": ID, "name": TEXT, "game": TEXT, "title": TEXTS, "training": FLAG,
            "terminals": NUMBER,
            "rounds": NUMBER, **STATUS}))},
        "table": table_parts(),
        "terminal": {"place": opened({"table": ID, "terminal": ID, "layout": TEXT, "stay": ID,
                                      "enabled": FLAG,
                                      "locked": FLAG, "calling": FLAG}), **player,
                     **cash_parts()},
        "seat": {"place": maybe(opened({"table": ID, "layout": TEXT, "stay": ID, "player": TEXT,
                                        "away": FLAG,
                                        "ended": FLAG})), **player},
        "console": console_parts(),
        "places": places_parts(),
        "cage": cage_parts(),
    }
