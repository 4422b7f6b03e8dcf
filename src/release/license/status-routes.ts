import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import { attachmentHeader } from '../../platform/http/answer/attachment.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { licenseTokenOf } from './access/license-authorization.ts'
import { LicenseDocument, writeLicense } from './license-file.ts'
import { LicenseStatus, readStatus } from './license-status.ts'
import { readStatusList, StatusList } from './status-list.ts'

const CertificateQuery = t.Object(
  { secret: t.Optional(t.String({ maxLength: 100, description: 'of the link of its holder' })) },
  closed,
)

/** See rules: license-credential, license-file. */
export const licenseStatus = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/agents/licenses/:id',
      ({ params, request }) => answerRead(request, JSON.stringify(readStatus(ctx, params.id))),
      {
        operation: 'getLicenseStatus',
        summary: 'Read whether a license holds',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: LicenseStatus },
      },
    )
    .get(
      '/api/agents/license-lists/:list',
      ({ params, request }) => answerRead(request, readStatusList(ctx, params.list)),
      {
        operation: 'getStatusList',
        summary: 'Read which licenses of a list have ended (W3C Bitstring Status List)',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: StatusList },
      },
    )
    .get(
      '/api/agents/licenses/:id/certificate',
      async ({ params: { id }, query: { secret }, request, viewer, set }) => {
        const token = licenseTokenOf(request.headers.get('authorization'))
        const document = await writeLicense(ctx, id, { token, secret, userId: viewer?.userId })
        set.headers['content-disposition'] = attachmentHeader('license.json')
        return document
      },
      {
        operation: 'getLicenseCertificate',
        summary: 'Save a license as a file that stands alone',
        tells: ['Content-Disposition'],
        limit: 'agent-read',
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        query: CertificateQuery,
        response: { 200: LicenseDocument },
      },
    )
