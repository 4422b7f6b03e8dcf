import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const payload = t.Object({ artistId: t.String() })

/** The job that keeps a new seller's income in their account for some days. */
export const holdJob: JobKind<typeof payload> = { kind: 'hold-payouts', payload }
