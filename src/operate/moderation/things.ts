import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { reportedNames, thingNames } from '../../../db/schema/operate/moderation.ts'
import { findCasset, giveBackCasset, SavedCasset, takeDownCasset } from '../../casset/take-down.ts'
import type { TakedownGround, Taken, TakenThing } from '../../casset/taken-thing.ts'
import { findTrack, giveBackTrack, SavedTracks, takeDownTrack } from '../../casset/track/loss/take-down.ts'
import { type Cause, tellOfCasset, tellOfTrack } from '../../casset/track/loss/tell-holders.ts'
import type { Ctx } from '../../context.ts'
import { findClip, giveBackClip, SavedClip, takeDownClip } from '../../drop/submission/take-down.ts'
import { notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { parseJson } from '../../lib/json/json.ts'
import { findComment, giveBackComment, SavedComment, takeDownComment } from '../../room/comment/take-down.ts'
import { findEmoji, giveBackEmoji, SavedEmoji, takeDownEmoji, tellOfEmoji } from '../../shop/emoji/take-down.ts'
import type { ReportedKind, ThingKind } from './model.ts'
import { endSuspension, findAccount, SavedAccount, suspendAccount } from './suspend.ts'

type Hidden = { saved: string; copyIds: readonly string[]; afterCommit: () => void }

type Handling = {
  find(ctx: Ctx, id: string): TakenThing | undefined
  /** Hides a thing. Returns what giving it back needs, as JSON. Called in a transaction. */
  takeDown(ctx: Ctx, id: string, ground: TakedownGround): Hidden
  /** Tells the holders of things that they lost them. Called in the same transaction. */
  tell(ctx: Ctx, ids: readonly string[], cause: Cause): void
  /** Shows a thing again. Returns what follows the commit. Called in a transaction. */
  giveBack(ctx: Ctx, id: string, saved: string): () => void
}

type HandlingOf<Saved extends TSchema> = {
  saved: Saved
  find: Handling['find']
  takeDown: (ctx: Ctx, id: string, ground: TakedownGround) => Taken<Saved>
  tell?: (ctx: Ctx, id: string, cause: Cause) => void
  giveBack: (ctx: Ctx, id: string, saved: Static<Saved>) => (() => void) | undefined
}

const none = () => {}

const handling = <Saved extends TSchema>({ saved: schema, find, tell = none, ...of }: HandlingOf<Saved>): Handling => ({
  find,
  takeDown(ctx, id, ground) {
    const { saved, copyIds = [], afterCommit = none } = of.takeDown(ctx, id, ground)
    return { saved: JSON.stringify(saved), copyIds, afterCommit }
  },
  tell(ctx, ids, cause) {
    for (const id of ids) tell(ctx, id, cause)
  },
  giveBack: (ctx, id, saved) => of.giveBack(ctx, id, Value.Decode(schema, parseJson(saved))) ?? none,
})

const handlings: Readonly<Record<ThingKind, Handling>> = {
  page: handling({
    saved: SavedCasset,
    find: findCasset,
    takeDown: takeDownCasset,
    tell: tellOfCasset,
    giveBack: giveBackCasset,
  }),
  track: handling({
    saved: SavedTracks,
    find: findTrack,
    takeDown: takeDownTrack,
    tell: tellOfTrack,
    giveBack: (ctx, _, saved) => giveBackTrack(ctx, saved),
  }),
  clip: handling({ saved: SavedClip, find: findClip, takeDown: takeDownClip, giveBack: giveBackClip }),
  comment: handling({ saved: SavedComment, find: findComment, takeDown: takeDownComment, giveBack: giveBackComment }),
  emoji: handling({
    saved: SavedEmoji,
    find: findEmoji,
    takeDown: takeDownEmoji,
    tell: tellOfEmoji,
    giveBack: giveBackEmoji,
  }),
  account: handling({
    saved: SavedAccount,
    find: findAccount,
    takeDown: suspendAccount,
    giveBack: endSuspension,
  }),
}

export const handlingOf = (kind: ThingKind): Handling => handlings[kind]

/** Returns a thing that somebody may decide about. Throws NOT_FOUND. */
export function thingOf(ctx: Ctx, kind: ThingKind, id: string): TakenThing {
  const thing = isUuidV7(id) ? handlings[kind].find(ctx, id) : undefined
  if (!thing) throw notFound(kind)
  return thing
}

const kinds: ReadonlySet<string> = new Set(thingNames)
const isKind = (word: string): word is ThingKind => kinds.has(word)

/** Reads the name of a thing in an address, `kind:id`. Throws NOT_FOUND. */
export function readThingName(name: string): { kind: ThingKind; id: string } {
  const [kind = '', id = ''] = name.split(':')
  if (!isKind(kind)) throw notFound('thing')
  return { kind, id }
}

const reportable: ReadonlySet<string> = new Set(reportedNames)

export const isReportable = (kind: ThingKind): kind is ReportedKind => reportable.has(kind)
