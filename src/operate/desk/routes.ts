import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { type About, actOn, actWith } from '../../platform/http/session/act.ts'
import { isSecret, settingOf } from '../../platform/setting/settings.ts'
import { changeOf } from '../../platform/setting/stored-settings.ts'
import { changeSettings, undoChange } from './change-settings.ts'
import { connectPayments } from './connect-payments.ts'
import { backUpNow, changeMaintenance, lookNow, readHealth, sayIsSite } from './health.ts'
import {
  Desk,
  Health,
  MaintenancePatch,
  Outcome,
  Rehearsal,
  SettingsPatch,
  SetupParams,
  SiteNote,
  TestEmail,
} from './model.ts'
import { readDesk } from './read-desk.ts'
import { beginRehearsal, readRehearsal } from './rehearsal.ts'
import { changesSite, readsSite } from './route-options.ts'
import { sendTestEmail } from './send-test-email.ts'
import { skipStep } from './setup-progress.ts'
import { readSiteNotes } from './site-notes.ts'

/** Returns which act changes settings: that of the strictest of them. */
function aboutSettings(names: readonly string[]): About {
  const found = names.flatMap((name) => settingOf(name) ?? [])
  const thingId = names.join(' ')
  if (names.some(isSecret)) return { thingId, act: 'replace-secret' }
  return found.every(({ isHelpers }) => isHelpers) ? { thingId } : { thingId, act: 'change-owner-settings' }
}

/** Returns which act undoes a change: whoever could not have made it does not undo it either. */
function aboutUndoing(ctx: Ctx, id: string): About {
  const name = changeOf(ctx, id)?.change.name
  return name === undefined || settingOf(name)?.isHelpers ? {} : { act: 'change-owner-settings' }
}

export const desk = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/desk/settings',
      ({ author }) => readDesk(ctx, author),
      readsSite('getSiteSettings', 'Read the settings of the site', Desk),
    )
    .patch(
      '/api/desk/settings',
      async ({ author, body, requireStill, status }) =>
        status(204, none(await changeSettings(ctx, author, body, requireStill))),
      {
        ...changesSite('change-settings', 'updateSiteSettings', 'Change settings of the site'),
        act: actWith('change-settings', SettingsPatch, (_, { settings }) =>
          aboutSettings(settings.map(({ name }) => name)),
        ),
        refuses: ['BAD_STATE'],
        body: SettingsPatch,
      },
    )
    .get(
      '/api/desk/notes',
      () => readSiteNotes(ctx),
      readsSite('getSiteNotes', 'Read how the site is doing with its settings', t.Array(SiteNote)),
    )
    .get(
      '/api/desk/health',
      () => readHealth(ctx),
      readsSite('getSiteHealth', 'Read what the doctor found last', Health),
    )
    .post('/api/desk/look-over', ({ status }) => status(204, none(lookNow(ctx))), {
      ...changesSite('look-over', 'lookOverSite', 'Have the doctor look over the site'),
      refuses: ['BAD_STATE'],
    })
    .post('/api/desk/backup', ({ status }) => status(204, none(backUpNow(ctx))), {
      ...changesSite('back-up', 'createBackup', 'Make a backup now'),
      refuses: ['BAD_STATE'],
    })
    .post(
      '/api/desk/site',
      async ({ author, status }) => status(204, none(await sayIsSite(ctx, author))),
      changesSite('say-is-site', 'claimSite', 'Say that this copy is the site'),
    )
    .put(
      '/api/desk/maintenance',
      ({ author, body, status }) => status(204, none(changeMaintenance(ctx, author, body))),
      { ...changesSite('close-site', 'setMaintenance', 'Close the site for work, or open it'), body: MaintenancePatch },
    )
    .post(
      '/api/desk/changes/:id/undo',
      async ({ author, params, requireStill, status }) =>
        status(204, none(await undoChange(ctx, author, params.id, requireStill))),
      {
        ...changesSite('undo-change', 'undoSiteChange', 'Undo a change of settings'),
        act: actOn('undo-change', ({ id = '' }) => aboutUndoing(ctx, id)),
        refuses: ['BAD_STATE'],
      },
    )
    .post('/api/desk/test-email', ({ author }) => sendTestEmail(ctx, author), {
      operation: 'sendTestEmail',
      summary: 'Send yourself a test email',
      session: true,
      act: { act: 'test-email' },
      response: { 200: TestEmail },
      refuses: ['BAD_STATE'],
    })
    .post('/api/desk/payments/fix', () => connectPayments(ctx), {
      operation: 'fixPayments',
      summary: 'Register the site at the payment processor',
      session: true,
      act: { act: 'fix-payments' },
      response: { 200: t.Array(Outcome) },
    })
    .get(
      '/api/desk/payments/rehearsal',
      () => readRehearsal(ctx),
      readsSite('getRehearsal', 'Read how the rehearsal of payments goes', Rehearsal),
    )
    .post('/api/desk/payments/rehearsal', ({ status }) => status(204, none(beginRehearsal(ctx))), {
      ...changesSite('rehearse-payments', 'startRehearsal', 'Play payments through with test keys'),
      refuses: ['BAD_STATE'],
    })
    .post('/api/desk/setup/:step/skip', ({ params, status }) => status(204, none(skipStep(ctx, params.step))), {
      ...changesSite('skip-step', 'skipSetupStep', 'Leave a question of the first start for later'),
      params: SetupParams,
    })
