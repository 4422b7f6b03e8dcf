import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../platform/job/job-kind.ts'

const payload = t.Object({ orderId: t.String() })

/** The job that gives back what was paid into a drop. */
export const refundPrizeJob: JobKind<typeof payload> = { kind: 'refund-prize', payload }
