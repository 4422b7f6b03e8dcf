import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const ofParty = t.Object({ partyId: t.String() })
const news = t.Object({
  partyId: t.String(),
  what: t.Union([t.Literal('announced'), t.Literal('moved'), t.Literal('calledOff'), t.Literal('begun')]),
  /** How often its hour had moved: an hour may come back. */
  moves: t.Integer(),
})

/** The job that holds a party from its hour to its end. */
export const partyKind: JobKind<typeof ofParty> = { kind: 'party', payload: ofParty }

/** The job that forgets who said that they come to a party, which has ended. */
export const forgetGuestsKind: JobKind<typeof ofParty> = { kind: 'forget-guests', payload: ofParty }

export const tellPartyKind: JobKind<typeof news> = { kind: 'tell-party', payload: news }

export type PartyNews = typeof news.static

/** Names a piece of news of a party, which nobody is told twice. */
export const newsKey = ({ partyId, what, moves }: PartyNews): string => `${partyId} ${what} ${moves}`
