import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const payload = t.Object({})

/** The job that books fees which are no part of a payment: for answering banks, and of artists' accounts. */
export const feesJob: JobKind<typeof payload> = { kind: 'account-fees', payload }
