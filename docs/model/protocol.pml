/*
 * One operation: its record in the store, the CALLS calls that ask for it, a person who may decide, and the remote side
 * that counts effects. What may go wrong:
 *
 *   - a store command runs once, twice, late, or not at all, and its answer may be lost;
 *   - a call stops between any two steps, for any time or for ever (Spin need not schedule a process again);
 *   - a lease lapses at any time; a request arrives at the remote side long after it was sent, or never;
 *   - with FAIL_OVER, the store goes back to what a replica knows.
 *
 * Settings: IDEMPOTENT (else NON_IDEMPOTENT), RECONCILE, TRUST_ABSENT_AFTER (with RECONCILE), FAIL_OVER.
 * Each BROKEN_… breaks one rule; docs/model/check runs them all and expects each to be caught.
 */

#ifndef CALLS
#define CALLS 3
#endif
#define NOBODY CALLS

mtype:state   = { ABSENT, PENDING, IN_DOUBT, COMMITTED, FREE };
mtype:reply   = { NO_ANSWER, FIRST_CLAIM, TAKEOVER, RELEASED, IN_PROGRESS, DOUBT, REPLAY, REFUSED, DONE };
mtype:command = { NOTHING, CLAIM, TAKE_OVER, COMMIT, RELEASE, MARK_IN_DOUBT };
mtype:request = { NOT_SENT, CHECKED, ON_ITS_WAY, ARRIVED, FAILED };

typedef Record {
  mtype:state state = ABSENT;
  byte token = NOBODY;       /* of the last attempt; a call makes one attempt, so its number is its token */
  byte fence;                /* the attempt's number */
  bool lapsed;               /* its lease is over by the store's clock */
  bool earlier_unknown;      /* an earlier attempt may have had its effect */
  byte receipt = NOBODY;     /* the attempt that the receipt speaks of */
  bool freed[CALLS]          /* tokens that gave their claim back: remembered as long as a command can be late */
};

Record record;
#ifdef FAIL_OVER
Record replica;              /* what a fail-over brings back */
#endif

/* Time, as far as anything depends on it. */
bool trusted;                /* trustAbsentAfter has passed since the record came into doubt */
bool deadline_passed[CALLS]; /* the owner may send no more */
bool window = true;          /* resendWithin leaves time */
bool remembers = true;       /* the remote side still knows the forwarded key */

/* The world outside. */
mtype:request request[CALLS] = NOT_SENT;
byte effects;

/* What the invariants speak of. */
bool unproved[CALLS];        /* has entered the method, and nothing proves that nothing happened */
bool gave_back[CALLS];       /* knows that its claim is released */
bool told;                   /* a caller has its result */
byte answered = NOBODY;      /* the receipt that callers were given */

/* ---- The store: one atomic transition each ----------------------------------------------------------------- */

inline forget_others(me) {
#ifdef BROKEN_FREED_TOKENS_BY_NUMBER
  /* A memory of one token. */
  record.freed[(me + 1) % CALLS] = false;
#endif
  skip
}

inline come_into_doubt() { record.state = IN_DOUBT; trusted = false }

inline grant(me) { record.state = PENDING; record.token = me; record.fence++; record.lapsed = false }

inline store_claim(me, re) {
  if
  :: record.freed[me] -> re = RELEASED
  :: else -> if
    :: record.state == ABSENT || record.state == FREE ->
         record.earlier_unknown = false; grant(me); re = FIRST_CLAIM
    :: record.state == PENDING && record.token == me ->
#ifdef BROKEN_CLAIM_NOT_REPEAT_SAFE
         re = IN_PROGRESS
#else
         re = (record.earlier_unknown -> TAKEOVER : FIRST_CLAIM)
#endif
    :: record.state == PENDING && record.token != me && !record.lapsed -> re = IN_PROGRESS
    :: record.state == PENDING && record.token != me && record.lapsed ->
#ifdef BROKEN_OPEN_KEY_EXPIRES
         grant(me); re = FIRST_CLAIM
#else
         come_into_doubt(); re = DOUBT
#endif
    :: record.state == IN_DOUBT -> re = DOUBT
    :: record.state == COMMITTED -> re = REPLAY
    fi
  fi
}

inline store_take_over(me, seen, re) {
  if
  :: record.freed[me] -> re = RELEASED
  :: else -> if
    :: record.state == IN_DOUBT && record.fence == seen ->
         record.earlier_unknown = true; grant(me); re = TAKEOVER
    :: record.state == PENDING && record.token == me ->
#ifdef BROKEN_RESENT_TAKEOVER_IS_A_PLAIN_CLAIM
         re = FIRST_CLAIM
#else
         re = TAKEOVER
#endif
    :: record.state == PENDING && record.token != me ->
#ifdef BROKEN_TAKEOVER_IGNORES_THE_FENCE
         record.earlier_unknown = true; grant(me); re = TAKEOVER
#else
         re = IN_PROGRESS
#endif
    :: record.state == IN_DOUBT && record.fence != seen -> re = DOUBT
    :: record.state == COMMITTED -> re = REPLAY
    :: record.state == ABSENT || record.state == FREE -> re = IN_PROGRESS
    fi
  fi
}

#define OPEN (record.state == PENDING || record.state == IN_DOUBT)

inline store_commit(me, mine, re) {
  if
#ifdef BROKEN_UNFENCED_COMMIT
  :: true ->
       record.state = COMMITTED; record.receipt = me; re = DONE
#else
  /* What the store has lost, its live owner heals. */
  :: (OPEN && record.token == me && record.fence == mine) || record.state == ABSENT ->
       record.state = COMMITTED; record.token = me; record.fence = mine; record.receipt = me; re = DONE
  :: record.state == COMMITTED -> re = (record.receipt == me -> DONE : REPLAY)
  :: record.state == FREE || (OPEN && (record.token != me || record.fence != mine)) -> re = REFUSED
#endif
  fi
}

inline store_release(me, re) {
  if
#ifdef BROKEN_UNFENCED_RELEASE
  :: OPEN ->
#else
  :: OPEN && record.token == me ->
#endif
       record.freed[me] = true; forget_others(me);
#ifndef BROKEN_RELEASE_AFTER_A_TAKEOVER_FREES
       if
       :: record.earlier_unknown -> come_into_doubt()
       :: else -> record.state = FREE
       fi
#else
       record.state = FREE
#endif
  :: else ->
#ifdef BROKEN_FREED_TOKEN_CLAIMS_AGAIN
       skip
#else
       record.freed[me] = true; forget_others(me)     /* also where the claim itself has not arrived */
#endif
  fi;
  re = DONE
}

inline store_mark_in_doubt(me, mine, re) {
  if
  :: record.state == PENDING && record.token == me && record.fence == mine -> come_into_doubt()
  :: else -> skip
  fi;
  re = DONE
}

/* ---- The wire between a call and the store ------------------------------------------------------------------ */

inline execute(what, me, fence, re) {
  if
  :: what == CLAIM -> store_claim(me, re)
  :: what == TAKE_OVER -> store_take_over(me, fence, re)
  :: what == COMMIT -> store_commit(me, fence, re)
  :: what == RELEASE -> store_release(me, re)
  :: what == MARK_IN_DOUBT -> store_mark_in_doubt(me, fence, re)
  fi
}

/* One command that the network keeps: it runs at any later time, or never. A claim or a takeover that nobody heard an answer
   to may so arrive when its call has given up long since, and after the claims of others. */
mtype:command kept = NOTHING;
byte kept_call, kept_fence;

inline keep(what, me, fence) {
  if
  :: kept == NOTHING -> kept = what; kept_call = me; kept_fence = fence
  :: kept != NOTHING -> skip
  fi
}

inline ask(what, me, fence, re) {
  atomic {
    if
    :: execute(what, me, fence, re)
    :: execute(what, me, fence, re); execute(what, me, fence, re)            /* sent again by the client library */
    :: execute(what, me, fence, re); keep(what, me, fence)               /* and once more, late */
    :: execute(what, me, fence, re); re = NO_ANSWER
    :: keep(what, me, fence); re = NO_ANSWER
    fi
  }
}

/* ---- A call ------------------------------------------------------------------------------------------------- */

/* The answer is made of what the store said in the same step. */
inline answer_with_receipt() {
#ifndef FAIL_OVER
  assert(answered == NOBODY || answered == record.receipt);
#endif
  answered = record.receipt
}

proctype Call(byte me) {
  mtype:reply re;
  byte fence;
  bool long_in_doubt;

  atomic {
    ask(CLAIM, me, 0, re);
    fence = record.fence;
    long_in_doubt = trusted;
    if
    :: re == REPLAY -> answer_with_receipt()
    :: re == IN_PROGRESS -> assert(record.state != PENDING || record.token != me)   /* nobody waits for itself */
    :: else -> skip
    fi
  };

  if
  :: re == DOUBT ->
#ifdef RECONCILE
       if
       :: effects > 0 ->                                             /* found: committed without a claim */
            atomic {
              if
              :: record.state == IN_DOUBT && record.fence == fence ->
                   record.state = COMMITTED; record.receipt = record.token; answer_with_receipt()
              :: record.state == COMMITTED -> answer_with_receipt()
              :: else -> skip
              fi
            };
            goto over
       :: effects == 0 -> skip
       fi;
#endif
#if defined(IDEMPOTENT)
       if :: window -> skip :: !window -> goto over fi;
#elif defined(BROKEN_ABSENT_TRUSTED_TOO_EARLY)
       skip;
#elif defined(BROKEN_LOOKED_UP_BEFORE_TRUSTED)
       if :: trusted -> skip :: !trusted -> goto over fi;
#elif defined(TRUST_ABSENT_AFTER)
       /* What counts is the age that the doubt had before the lookup was asked. */
       if :: long_in_doubt -> skip :: !long_in_doubt -> goto over fi;
#else
       goto over;
#endif
       ask(TAKE_OVER, me, fence, re);
       fence++
  :: else -> skip
  fi;

#ifdef BROKEN_UNANSWERED_CLAIM_EXECUTES
  if :: re == NO_ANSWER -> re = FIRST_CLAIM :: else -> skip fi;
#endif
  if
  :: re == FIRST_CLAIM || re == TAKEOVER -> skip
  :: re == NO_ANSWER -> goto give_back
  :: else -> goto over
  fi;

#if defined(FAIL_OVER) && !defined(BROKEN_CLAIM_NOT_CONFIRMED)
  if
  :: replica.token == me && replica.fence == fence && replica.state != ABSENT -> skip
  :: goto give_back
  fi;
#endif

  unproved[me] = true;                                               /* enters the method */

  /* The send deadline, by the owner's own clock. */
  if
  :: atomic {
#ifndef BROKEN_NO_SEND_DEADLINE
       !deadline_passed[me] &&
#endif
#ifdef IDEMPOTENT
       (re == FIRST_CLAIM || window) &&
#endif
       true -> request[me] = CHECKED
     }
  :: unproved[me] = false; goto give_back
  fi;

  /* A stop here outlasts the check: no library can close this gap. A call that dies here sends nothing. */
  atomic { if :: request[me] = ON_ITS_WAY :: request[me] = FAILED; goto over fi };

  if
  :: ask(MARK_IN_DOUBT, me, fence, re); goto over                    /* a read timeout, say */
#ifdef BROKEN_UNKNOWN_FAILURE_RELEASES
  :: goto give_back
#endif
  :: atomic { request[me] == ON_ITS_WAY -> request[me] = FAILED; unproved[me] = false };
     goto give_back                                                  /* refused: proved to have no effect */
  :: request[me] == ARRIVED -> skip
  fi;

#ifdef BROKEN_ANSWERED_BEFORE_COMMITTED
  told = true;
#endif
  atomic {
    ask(COMMIT, me, fence, re);
    if
    :: re == DONE -> told = true; answer_with_receipt()
    :: re == REPLAY -> answer_with_receipt()
    :: else -> skip                                                  /* the caller is told that nothing is stored */
    fi
  };
  goto over;

give_back:
  atomic {
    ask(RELEASE, me, fence, re);
    gave_back[me] = (re == DONE)
  };

over:
  skip
}

/* ---- Everything else that moves ----------------------------------------------------------------------------- */

#if CALLS == 2
#define NOBODY_SENDS (request[0] != CHECKED && request[0] != ON_ITS_WAY && request[1] != CHECKED && request[1] != ON_ITS_WAY)
#define ENTERED (unproved[0] + unproved[1])
#else
#define NOBODY_SENDS (request[0] != CHECKED && request[0] != ON_ITS_WAY && request[1] != CHECKED && request[1] != ON_ITS_WAY && request[2] != CHECKED && request[2] != ON_ITS_WAY)
#define ENTERED (unproved[0] + unproved[1] + unproved[2])
#endif

active proctype Time() {
  do
  :: atomic { record.state == PENDING && !record.lapsed ->
       record.lapsed = true;
       /* The owner's clock started before its claim was sent: its deadline is over no later than the store's lease. */
       deadline_passed[record.token] = true
     }
  /* trustAbsentAfter waits out the send deadline and the network; that is what it is for. */
  :: atomic { record.state == IN_DOUBT && !trusted && NOBODY_SENDS -> trusted = true }
  :: atomic { window -> window = false }
  :: atomic { remembers && !window && NOBODY_SENDS -> remembers = false }
  od
}

active proctype Network() {
  byte i;
  mtype:reply unheard;
  do
  :: atomic {
       kept != NOTHING -> execute(kept, kept_call, kept_fence, unheard); kept = NOTHING; kept_call = 0; kept_fence = 0;
       unheard = 0
     }
  :: atomic {
       select (i : 0 .. CALLS - 1);
       if
       :: request[i] == ON_ITS_WAY ->
            request[i] = ARRIVED;
            if
#ifdef IDEMPOTENT
            :: effects > 0 && remembers -> skip                      /* the remote side deduplicates on the key */
            :: !(effects > 0 && remembers) -> effects++
#else
            :: effects++
#endif
            fi
       :: request[i] == ON_ITS_WAY -> request[i] = FAILED
       :: request[i] != ON_ITS_WAY -> skip
       fi;
       i = 0
     }
  od
}

#ifdef FAIL_OVER
inline copy(from, to) {
  to.state = from.state; to.token = from.token; to.fence = from.fence; to.lapsed = from.lapsed;
  to.earlier_unknown = from.earlier_unknown; to.receipt = from.receipt;
  to.freed[0] = from.freed[0]; to.freed[1] = from.freed[1]
}

active proctype Servers() {
  do
  :: atomic { copy(record, replica) }
  :: atomic { copy(replica, record) }  /* fails over */ ; break
  od
}
#endif

/* Looks at the remote side when nothing can be on its way any more, and decides on the record as it was seen. */
active proctype Person() {
  byte seen;
  bool applied;
  atomic { record.state == IN_DOUBT && NOBODY_SENDS -> seen = record.fence; applied = (effects > 0) };
  atomic {
    if
#ifdef BROKEN_STALE_DECISION
    :: OPEN ->
#else
    :: record.state == IN_DOUBT && record.fence == seen ->
#endif
         if
         :: applied -> record.state = COMMITTED; record.receipt = record.token
         :: else -> record.state = FREE; unproved[0] = false; unproved[1] = false
         fi
    :: else -> skip                                                  /* stale: refused */
    fi
  }
}

init {
  atomic {
    run Call(0);
    run Call(1);
#if CALLS > 2
    run Call(2)
#endif
  }
}

/* ---- What must hold at every moment (Spin may take this step at any time) ----------------------------------- */

active proctype Invariants() {
  atomic {
    assert(effects <= 1);
    /* An effect that happened is never forgotten: its key is not free. */
    assert(effects == 0 || (record.state != ABSENT && record.state != FREE));
#if !defined(IDEMPOTENT) && !defined(TRUST_ABSENT_AFTER)
    assert(ENTERED <= 1);
#endif
#ifndef FAIL_OVER
    /* The receipt is durable before the caller gets its result, and stays what it is. */
    assert(!told || record.state == COMMITTED);
    assert(answered == NOBODY || (record.state == COMMITTED && record.receipt == answered));
    /* No claim stands in the name of a call that gave it back. */
    assert(record.state != PENDING || !gave_back[record.token]);
#endif
    skip
  }
}
