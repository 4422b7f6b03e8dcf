import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const payload = t.Object({ userId: t.String() })

/** The job that brings an account's customer at the processor up to date. */
export const customerDueJob: JobKind<typeof payload> = { kind: 'update-customer', payload }
