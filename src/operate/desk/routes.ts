import { Elysia, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { paymentCheck } from '../../money/order/payment-check.ts'
import { guard } from '../../platform/http/guard.ts'
import { requireSiteOwner } from '../../platform/http/require-site-owner.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { changeSettings, undoChange } from './change-settings.ts'
import { backUpNow, changeMaintenance, lookNow, readHealth } from './health.ts'
import { Desk, Health, MaintenancePatch, SettingsPatch } from './model.ts'
import { readDesk } from './read-desk.ts'
import { sendTestEmail } from './send-test-email.ts'

const Outcome = t.Object({ ok: t.Boolean(), text: t.String(), fix: Nullable(t.String()) })

/** Routes of the desk, where the owner of the instance sees, changes and tests settings. */
export const desk = (ctx: Ctx) =>
  new Elysia({ name: 'desk', prefix: '/api/desk' })
    .use(guard(ctx))
    .get(
      '/settings',
      ({ author }) => {
        requireSiteOwner(author)
        return readDesk(ctx)
      },
      {
        summary: 'Read the settings of the site',
        limit: 'read',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: Desk },
      },
    )
    .patch(
      '/settings',
      async ({ author, body, status }) => {
        requireSiteOwner(author)
        await changeSettings(ctx, author, body)
        return status(204, undefined)
      },
      {
        summary: 'Change settings of the site',
        limit: 'write',
        session: true,
        fresh: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        body: SettingsPatch,
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/health',
      ({ author }) => {
        requireSiteOwner(author)
        return readHealth(ctx)
      },
      {
        summary: 'Read what the doctor found last',
        limit: 'read',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: Health },
      },
    )
    .post(
      '/look-over',
      ({ author, status }) => {
        requireSiteOwner(author)
        lookNow(ctx)
        return status(204, undefined)
      },
      {
        summary: 'Have the doctor look over the site',
        limit: 'write',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/backup',
      ({ author, status }) => {
        requireSiteOwner(author)
        backUpNow(ctx)
        return status(204, undefined)
      },
      {
        summary: 'Make a backup now',
        limit: 'write',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .put(
      '/maintenance',
      ({ author, body, status }) => {
        requireSiteOwner(author)
        changeMaintenance(ctx, author, body)
        return status(204, undefined)
      },
      {
        summary: 'Close the site for work, or open it',
        limit: 'write',
        session: true,
        refuses: ['FORBIDDEN'],
        body: MaintenancePatch,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/changes/:id/undo',
      async ({ author, params, status }) => {
        requireSiteOwner(author)
        await undoChange(ctx, author, params.id)
        return status(204, undefined)
      },
      {
        summary: 'Undo a change of settings',
        limit: 'write',
        session: true,
        fresh: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/test-email',
      async ({ author, status }) => {
        requireSiteOwner(author)
        await sendTestEmail(ctx, author)
        return status(204, undefined)
      },
      {
        summary: 'Send yourself a test email',
        limit: 'write',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/payments/fix',
      async ({ author }) => {
        requireSiteOwner(author)
        const [result] = await runChecks(ctx, { looks: [paymentCheck], fix: true })
        const { ok = true, problem, note, fix } = result ?? {}
        return { ok, text: problem ?? note ?? 'Payments work.', fix: fix ?? null }
      },
      {
        summary: 'Fix the webhooks of the payment processor',
        limit: 'write',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: Outcome },
      },
    )
