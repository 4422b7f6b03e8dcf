import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { GoodsKind, ShownBuyer } from '../../order/shape.ts'
import { closed, Handle, Nullable } from '../../platform/http/request/schema.ts'
import { disputeStates } from '../../platform/payment/dispute-state.ts'

const Person = t.Object({ handle: Handle, displayName: t.String() })

/** A dispute of a sale. Amounts are in minor units. */
export const Dispute = t.Object({
  id: t.String(),
  orderId: t.String(),
  kind: GoodsKind,
  what: Nullable(t.String()),
  name: t.String({ description: 'What was paid for, in the middle of a sentence' }),
  buyer: ShownBuyer,
  seller: Person,
  amount: t.Integer({ description: 'What is disputed; it may be a part of what was paid' }),
  currency: t.String(),
  paid: t.Integer(),
  paidAt: t.String(),
  reason: t.String({ description: "The card network's reason, as the processor calls it" }),
  state: t.UnionEnum(disputeStates, {
    default: undefined,
    description:
      'INQUIRY: the bank asks, and has taken nothing; OPEN: it holds the money; APPEAL: its decision is looked at once ' +
      'more; LOST: the money is gone; KEPT: it stays with the seller',
  }),
  canAnswer: t.Boolean({ description: 'Whether the bank waits for evidence' }),
  answerBy: Nullable(t.String()),
  answers: t.Integer({ description: 'How often evidence was sent' }),
  openedAt: t.String(),
  endedAt: Nullable(t.String()),
})

export const Disputes = t.Object({ disputes: t.Array(Dispute), nextCursor: Nullable(t.String()) })

const words = {
  productDescription: t.Optional(
    Text({ maxLength: longest.evidence, description: 'What was sold, and how it is delivered' }),
  ),
  accessActivityLog: t.Optional(Text({ maxLength: longest.evidence, description: 'What shows that the buyer got it' })),
  statement: t.Optional(Text({ maxLength: longest.evidence, description: 'Anything else that the bank should know' })),
}

export const DisputeToAnswer = t.Object({
  dispute: Dispute,
  suggestion: t.Object({ productDescription: t.String(), accessActivityLog: t.String() }),
})

export const EvidenceFile = t.Object({ id: t.String(), name: t.String(), bytes: t.Integer() })

const FileId = t.Optional(t.String({ maxLength: 40 }))

/** Files are ids of uploaded files. The evidence goes to the bank at once. */
export const NewEvidence = t.Object(
  {
    ...words,
    files: t.Optional(t.Object({ customerCommunication: FileId, serviceDocumentation: FileId, other: FileId }, closed)),
  },
  closed,
)

export type Dispute = Static<typeof Dispute>
export type Disputes = Static<typeof Disputes>
export type DisputeToAnswer = Static<typeof DisputeToAnswer>
export type EvidenceFile = Static<typeof EvidenceFile>
export type NewEvidence = Static<typeof NewEvidence>
