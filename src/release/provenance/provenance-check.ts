import { type Static, Type as t } from '@sinclair/typebox'
import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { leafHash } from '../../lib/hash/merkle.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { type JsonObject, parseJsonObject } from '../../lib/json/json.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'

const mostNamed = 10

const moreText = (events: number): string =>
  say('and {events, plural, one {# more event} other {# more events}}', { events })

type Of = { releaseId: string; sequence: string }

const whyTexts: Readonly<Record<EventFault, (of: Of) => string>> = {
  'was altered': (of) => say('event {sequence} of release {releaseId} was altered', of),
  'is not in its place': (of) => say('event {sequence} of release {releaseId} is not in its place', of),
  'does not continue the one before': (of) =>
    say('event {sequence} of release {releaseId} does not continue the one before', of),
  'is not in the log': (of) => say('event {sequence} of release {releaseId} is not in the log', of),
}

/** See rule: altered-events. */
export const provenanceCheck: Check = {
  name: 'provenance',
  place: 230,
  look(ctx) {
    const broken = [...brokenEvents(ctx)]
    if (broken.length === 0) return {}
    const named = broken
      .slice(0, mostNamed)
      .map(({ releaseId, sequence, why }) => whyTexts[why]({ releaseId, sequence: `${sequence}` }))
    const more = broken.length > mostNamed ? [moreText(broken.length - mostNamed)] : []
    return {
      problem: [...named, ...more].join('; '),
      fix: say('the database file was changed by hand: restore the newest backup, and keep this one'),
    }
  },
}

export type EventFault =
  | 'was altered'
  | 'is not in its place'
  | 'does not continue the one before'
  | 'is not in the log'

const Row = t.Object({
  releaseId: t.String(),
  sequence: t.Integer(),
  event: t.String(),
  eventHash: t.String(),
  leaf: t.Union([t.Uint8Array(), t.Null()]),
})
type Row = Static<typeof Row>

// Raw: Drizzle reads all rows at once, and these are all events.
const inOrder = rawStatement(
  Row,
  `  SELECT e.release_id AS releaseId, e.sequence, e.event, e.event_hash AS eventHash, n.hash AS leaf
  FROM release_events e LEFT JOIN log_nodes n ON n.level = 0 AND n.position = e.log_position
  ORDER BY e.release_id, e.sequence`,
)

/**
 * Returns the events that differ from what was written: their text no longer has their hash, they
 * do not continue the previous one, or the log has another hash in their place. Reads all of them,
 * one at a time.
 */
export function* brokenEvents({
  db,
}: Pick<Ctx, 'db'>): Generator<{ releaseId: string; sequence: number; why: EventFault }> {
  let before: Row | undefined
  for (const row of inOrder(db).iterate()) {
    const follows = before?.releaseId === row.releaseId ? before : undefined
    const why = faultOf(row, follows)
    if (why !== undefined) yield { releaseId: row.releaseId, sequence: row.sequence, why }
    before = row
  }
}

function faultOf({ sequence, event, eventHash, leaf }: Row, before: Row | undefined): EventFault | undefined {
  const found = parse(event)
  if (found === undefined || canonicalOf(found) !== event || sha256Hex(event) !== eventHash) return 'was altered'
  if (sequence !== (before?.sequence ?? 0) + 1 || found.sequence !== sequence) return 'is not in its place'
  if (found.previousEventHash !== (before?.eventHash ?? null)) return 'does not continue the one before'
  const isInLog = leaf !== null && Buffer.from(leafHash(Buffer.from(eventHash, 'hex'))).equals(leaf)
  return isInLog ? undefined : 'is not in the log'
}

/** Returns the event of a stored text; undefined when it is no JSON object. */
function parse(text: string): JsonObject | undefined {
  try {
    return parseJsonObject(text)
  } catch {
    return undefined
  }
}

/** A duplicate key changes the text. */
function canonicalOf(event: JsonObject): string | undefined {
  try {
    return canonicalJson(event)
  } catch {
    return undefined
  }
}
