import { Type as t } from '@sinclair/typebox'
import type { JobKind } from '../../platform/job/job-kind.ts'

const payload = t.Object({ artistId: t.String() })

/** The job that sends an artist the money that waited until their account could be paid. */
export const accountReadyJob: JobKind<typeof payload> = { kind: 'account-ready', payload }
