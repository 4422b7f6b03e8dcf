import { formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of the desk. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  { route: 'GET /api/desk/settings', at: () => '/api/desk/settings', status: 403 },
  {
    route: 'PATCH /api/desk/settings',
    at: () => '/api/desk/settings',
    body: () => ({ settings: [{ name: 'SITE_NAME', value: 'Mine' }] }),
    status: 403,
  },
  {
    route: 'POST /api/desk/changes/:id/undo',
    at: () => `/api/desk/changes/${nothing}/undo`,
    status: 403,
    malformed: { at: '/api/desk/changes/x/undo', status: 403 },
  },
  { route: 'GET /api/desk/notes', at: () => '/api/desk/notes', status: 403 },
  { route: 'GET /api/desk/health', at: () => '/api/desk/health', status: 403 },
  { route: 'POST /api/desk/backup', at: () => '/api/desk/backup', status: 403 },
  { route: 'POST /api/desk/site', at: () => '/api/desk/site', status: 403 },
  { route: 'POST /api/desk/look-over', at: () => '/api/desk/look-over', status: 403 },
  {
    route: 'PUT /api/desk/maintenance',
    at: () => '/api/desk/maintenance',
    body: () => ({ isOn: true, text: '' }),
    status: 403,
  },
  { route: 'GET /api/desk/upgrade', at: () => '/api/desk/upgrade', status: 403 },
  {
    route: 'POST /api/desk/upgrade',
    at: () => '/api/desk/upgrade',
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: new Uint8Array(8), fileName: 'tapedeck.tar.gz' }]),
    }),
    status: 403,
  },
  { route: 'POST /api/desk/upgrade/back', at: () => '/api/desk/upgrade/back', status: 403 },
  { route: 'POST /api/desk/test-email', at: () => '/api/desk/test-email', status: 403 },
  { route: 'GET /api/desk/emails', at: () => '/api/desk/emails', status: 403 },
  {
    route: 'POST /api/desk/emails/:id/send',
    at: () => `/api/desk/emails/${nothing}/send`,
    status: 403,
    malformed: { at: '/api/desk/emails/x/send', status: 403 },
  },
  { route: 'POST /api/desk/payments/fix', at: () => '/api/desk/payments/fix', status: 403 },
  { route: 'GET /api/desk/payments/rehearsal', at: () => '/api/desk/payments/rehearsal', status: 403 },
  { route: 'POST /api/desk/payments/rehearsal', at: () => '/api/desk/payments/rehearsal', status: 403 },
  {
    route: 'POST /api/desk/setup/:step/skip',
    at: () => '/api/desk/setup/email/skip',
    status: 403,
    malformed: { at: '/api/desk/setup/x/skip', status: 403 },
  },
  { route: 'GET /api/desk/helpers', at: () => '/api/desk/helpers', status: 403 },
  {
    route: 'PUT /api/desk/helpers',
    at: () => '/api/desk/helpers',
    body: () => ({ account: 'ada', helps: 'money' }),
    status: 403,
  },
  {
    route: 'DELETE /api/desk/helpers/:id',
    at: () => `/api/desk/helpers/${nothing}`,
    status: 403,
    malformed: { at: '/api/desk/helpers/x', status: 403 },
  },
]
