import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const payload = t.Object({})

/**
 * The job that books fees which belong to no payment: for answering banks, and for artists'
 * accounts.
 */
export const feesJob: JobKind<typeof payload> = { kind: 'account-fees', payload }
