import { Type as t } from '@sinclair/typebox'
import type { JobKind } from './job-kind.ts'

// Jobs that one room adds and a room above it does: each is defined beside its verb under this
// name.

const ofArtist = t.Object({ artistId: t.String() })
const ofUser = t.Object({ userId: t.String() })
const ofOrder = t.Object({ orderId: t.String() })
const ofCasset = t.Object({ cassetId: t.String() })
const nothing = t.Object({})
const preorderNews = t.Object({
  cassetId: t.String(),
  what: t.Union([t.Literal('opened'), t.Literal('moved'), t.Literal('calledOff')]),
  at: t.Integer(),
  fromAt: t.Optional(t.Integer()),
  name: t.Optional(t.String()),
  artist: t.Optional(t.String()),
})
/** `waiting`: entries on the disk at a moment, by the clock of the replica's bucket. */
const toAnchor = t.Object({
  size: t.Integer(),
  waiting: t.Optional(t.Object({ onDisk: t.Integer(), since: t.Number() })),
})

export const accountReadyJob: JobKind<typeof ofArtist> = { kind: 'account-ready', payload: ofArtist }

/** Books fees that belong to no payment: for answering banks, and for artists' accounts. */
export const feesJob: JobKind<typeof nothing> = { kind: 'account-fees', payload: nothing }

export const customerDueJob: JobKind<typeof ofUser> = { kind: 'update-customer', payload: ofUser }

/** The job that deletes all downloads of a casset, as something in them must leave the disk. */
export const dropPacksJob: JobKind<typeof ofCasset> = { kind: 'drop-packs', payload: ofCasset }

export const openTapeKind: JobKind<typeof ofCasset> = { kind: 'open-tape', payload: ofCasset }

/**
 * The job that tells whoever ordered a tape that it has opened, moved or was called off at a moment
 * (ms). `name`, `artist`: as they were then.
 */
export const notifyPreorderKind: JobKind<typeof preorderNews> = { kind: 'notify-preorder', payload: preorderNews }

export const callOffKind: JobKind<typeof ofArtist> = { kind: 'call-off', payload: ofArtist }

export const priceFellKind: JobKind<typeof ofCasset> = { kind: 'price-fell', payload: ofCasset }

/** The job that gives a tape which became public to whoever bought everything by its artist. */
export const publishedTapeJob: JobKind<typeof ofCasset> = { kind: 'give-future-tape', payload: ofCasset }

export const refundPrizeJob: JobKind<typeof ofOrder> = { kind: 'refund-prize', payload: ofOrder }

/** The job that signs a checkpoint over a log of at least this size. Every new event adds one. */
export const anchorJob: JobKind<typeof toAnchor> = { kind: 'anchor-events', payload: toAnchor }
