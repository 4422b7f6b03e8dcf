import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { changeSettings, undoChange } from './change-settings.ts'
import { connectPayments } from './connect-payments.ts'
import { backUpNow, changeMaintenance, lookNow, readHealth } from './health.ts'
import { Desk, Health, MaintenancePatch, Outcome, Rehearsal, SettingsPatch, SetupParams } from './model.ts'
import { readDesk } from './read-desk.ts'
import { beginRehearsal, readRehearsal } from './rehearsal.ts'
import { sendTestEmail } from './send-test-email.ts'
import { skipStep } from './setup-progress.ts'

/** Routes of the desk, where its owner and their helpers see, change and test settings. */
export const desk = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/settings', () => readDesk(ctx), {
      summary: 'Read the settings of the site',
      limit: 'read',
      session: true,
      desk: 'site',
      response: { 200: Desk },
    })
    .patch(
      '/api/desk/settings',
      async ({ author, body, status }) => {
        await changeSettings(ctx, author, body)
        return status(204, undefined)
      },
      {
        summary: 'Change settings of the site',
        limit: 'write',
        session: true,
        desk: 'site',
        fresh: true,
        refuses: ['BAD_STATE'],
        body: SettingsPatch,
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/desk/health', () => readHealth(ctx), {
      summary: 'Read what the doctor found last',
      limit: 'read',
      session: true,
      desk: 'site',
      response: { 200: Health },
    })
    .post(
      '/api/desk/look-over',
      ({ status }) => {
        lookNow(ctx)
        return status(204, undefined)
      },
      {
        summary: 'Have the doctor look over the site',
        limit: 'write',
        session: true,
        desk: 'site',
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/desk/backup',
      ({ status }) => {
        backUpNow(ctx)
        return status(204, undefined)
      },
      {
        summary: 'Make a backup now',
        limit: 'write',
        session: true,
        desk: 'site',
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .put(
      '/api/desk/maintenance',
      ({ author, body, status }) => {
        changeMaintenance(ctx, author, body)
        return status(204, undefined)
      },
      {
        summary: 'Close the site for work, or open it',
        limit: 'write',
        session: true,
        desk: 'site',
        body: MaintenancePatch,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/desk/changes/:id/undo',
      async ({ author, params, status }) => {
        await undoChange(ctx, author, params.id)
        return status(204, undefined)
      },
      {
        summary: 'Undo a change of settings',
        limit: 'write',
        session: true,
        desk: 'site',
        fresh: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/desk/test-email',
      async ({ author, status }) => {
        await sendTestEmail(ctx, author)
        return status(204, undefined)
      },
      {
        summary: 'Send yourself a test email',
        limit: 'write',
        session: true,
        desk: 'site',
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/desk/payments/fix', () => connectPayments(ctx), {
      summary: 'Register the site at the payment processor',
      limit: 'write',
      session: true,
      desk: 'site',
      response: { 200: t.Array(Outcome) },
    })
    .get('/api/desk/payments/rehearsal', () => readRehearsal(ctx), {
      summary: 'Read how the rehearsal of payments goes',
      limit: 'read',
      session: true,
      desk: 'site',
      response: { 200: Rehearsal },
    })
    .post(
      '/api/desk/payments/rehearsal',
      ({ status }) => {
        beginRehearsal(ctx)
        return status(204, undefined)
      },
      {
        summary: 'Play payments through with test keys',
        limit: 'write',
        session: true,
        desk: 'site',
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/desk/setup/:step/skip',
      ({ params, status }) => {
        skipStep(ctx, params.step)
        return status(204, undefined)
      },
      {
        summary: 'Leave a question of the first start for later',
        limit: 'write',
        session: true,
        desk: 'site',
        params: SetupParams,
        response: { 204: t.Undefined() },
      },
    )
