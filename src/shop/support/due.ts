import { Type as t } from '@sinclair/typebox'

/** The job that looks at a support when it is due: asks for its next payment, or ends it. */
export const supportDueKind = { kind: 'support-due', payload: t.Object({ supportId: t.String() }) } as const
