import { Type as t } from '@sinclair/typebox'

/** The kind of the job that signs a checkpoint over a log of at least this size. Every new event adds one. */
export const anchorJobKind = { kind: 'anchor-events', payload: t.Object({ size: t.Integer() }) }
