import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { changeSettings, undoChange } from './change-settings.ts'
import { connectPayments } from './connect-payments.ts'
import { backUpNow, changeMaintenance, lookNow, readHealth } from './health.ts'
import { Desk, Health, MaintenancePatch, Outcome, Rehearsal, SettingsPatch, SetupParams } from './model.ts'
import { readDesk } from './read-desk.ts'
import { beginRehearsal, readRehearsal } from './rehearsal.ts'
import { changesSite, readsSite } from './route-options.ts'
import { sendTestEmail } from './send-test-email.ts'
import { skipStep } from './setup-progress.ts'

/** Routes of the desk, where its owner and their helpers see, change and test settings. */
export const desk = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/settings', () => readDesk(ctx), readsSite('Read the settings of the site', Desk))
    .patch(
      '/api/desk/settings',
      async ({ author, body, status }) => {
        await changeSettings(ctx, author, body)
        return status(204, undefined)
      },
      { ...changesSite('Change settings of the site'), fresh: true, refuses: ['BAD_STATE'], body: SettingsPatch },
    )
    .get('/api/desk/health', () => readHealth(ctx), readsSite('Read what the doctor found last', Health))
    .post(
      '/api/desk/look-over',
      ({ status }) => {
        lookNow(ctx)
        return status(204, undefined)
      },
      { ...changesSite('Have the doctor look over the site'), refuses: ['BAD_STATE'] },
    )
    .post(
      '/api/desk/backup',
      ({ status }) => {
        backUpNow(ctx)
        return status(204, undefined)
      },
      { ...changesSite('Make a backup now'), refuses: ['BAD_STATE'] },
    )
    .put(
      '/api/desk/maintenance',
      ({ author, body, status }) => {
        changeMaintenance(ctx, author, body)
        return status(204, undefined)
      },
      { ...changesSite('Close the site for work, or open it'), body: MaintenancePatch },
    )
    .post(
      '/api/desk/changes/:id/undo',
      async ({ author, params, status }) => {
        await undoChange(ctx, author, params.id)
        return status(204, undefined)
      },
      { ...changesSite('Undo a change of settings'), fresh: true, refuses: ['BAD_STATE'] },
    )
    .post(
      '/api/desk/test-email',
      async ({ author, status }) => {
        await sendTestEmail(ctx, author)
        return status(204, undefined)
      },
      { ...changesSite('Send yourself a test email'), refuses: ['BAD_STATE'] },
    )
    .post('/api/desk/payments/fix', () => connectPayments(ctx), {
      summary: 'Register the site at the payment processor',
      limit: 'write',
      session: true,
      desk: 'site',
      response: { 200: t.Array(Outcome) },
    })
    .get(
      '/api/desk/payments/rehearsal',
      () => readRehearsal(ctx),
      readsSite('Read how the rehearsal of payments goes', Rehearsal),
    )
    .post(
      '/api/desk/payments/rehearsal',
      ({ status }) => {
        beginRehearsal(ctx)
        return status(204, undefined)
      },
      { ...changesSite('Play payments through with test keys'), refuses: ['BAD_STATE'] },
    )
    .post(
      '/api/desk/setup/:step/skip',
      ({ params, status }) => {
        skipStep(ctx, params.step)
        return status(204, undefined)
      },
      { ...changesSite('Leave a question of the first start for later'), params: SetupParams },
    )
