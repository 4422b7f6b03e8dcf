import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { addPasskey, newChallenge } from './add-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import * as shape from './model.ts'
import { confirmChallenge, confirmOwner } from './prove-owner.ts'
import { removePasskey, requirePasskey, stopRequiringPasskey } from './second-factor.ts'
import { finishSecondStep, secondChallenge, signInByPasskey, signInChallenge } from './sign-in.ts'

/**
 * Routes of passkeys: an account's own, signing in by one, and asking for one as a second step
 * (rules: passkeys, second-step).
 */
export const passkey = (ctx: Ctx) => (app: Remembering) =>
  app
    .get('/api/auth/passkeys', ({ author }) => listPasskeys(ctx, author.userId), {
      operation: 'listPasskeys',
      summary: 'List your passkeys',
      session: true,
      response: { 200: shape.Passkeys },
    })
    .post('/api/auth/passkeys/challenge', ({ author }) => newChallenge(ctx, author), {
      operation: 'startAddingPasskey',
      summary: 'Begin to add a passkey',
      session: true,
      fresh: true,
      response: { 200: shape.NewChallenge },
    })
    .post(
      '/api/auth/passkeys',
      async ({ author, body, client, status }) =>
        status(201, { passkey: await addPasskey(ctx, author, body, client()) }),
      {
        operation: 'addPasskey',
        summary: 'Add a passkey',
        session: true,
        fresh: true,
        body: shape.NewPasskey,
        response: { 201: t.Object({ passkey: shape.Passkey }) },
      },
    )
    .delete(
      '/api/auth/passkeys/:id',
      ({ author, params, client, status }) => status(204, none(removePasskey(ctx, author, params.id, client()))),
      {
        operation: 'removePasskey',
        summary: 'Remove a passkey',
        session: true,
        fresh: true,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/passkeys/sign-in/challenge', () => signInChallenge(ctx), {
      operation: 'startPasskeySignIn',
      summary: 'Begin to sign in by a passkey',
      limit: 'auth',
      response: { 200: shape.Challenge },
    })
    .post(
      '/api/auth/passkeys/sign-in',
      async ({ body, client, keepSession, keepDevice }) => {
        const { account, token } = await signInByPasskey(ctx, body.step, body.proof, client())
        keepSession(token)
        keepDevice(account.user.id)
        return account
      },
      {
        operation: 'signInByPasskey',
        summary: 'Sign in by a passkey',
        limit: 'auth',
        refuses: ['UNAUTHENTICATED', 'BAD_STATE'],
        body: shape.PasskeySignIn,
        response: { 200: shape.SignedIn },
      },
    )
    .post('/api/auth/confirm/challenge', ({ author }) => confirmChallenge(ctx, author), {
      operation: 'startConfirmation',
      summary: 'Begin to confirm that it is you',
      session: true,
      response: { 200: shape.ConfirmChallenge },
    })
    .post(
      '/api/auth/confirm',
      async ({ author, body, client, status }) => status(204, none(await confirmOwner(ctx, author, body, client()))),
      {
        operation: 'confirmIdentity',
        summary: 'Confirm that it is you',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.Confirm,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/second-step/challenge', ({ body }) => secondChallenge(ctx, body.step), {
      operation: 'startSecondStep',
      summary: 'Begin the second step of signing in',
      limit: 'auth',
      refuses: ['BAD_STATE'],
      body: shape.SecondStepToken,
      response: { 200: shape.SecondChallenge },
    })
    .post(
      '/api/auth/second-step',
      async ({ body, client, keepSession, keepDevice }) => {
        const { account, token } = await finishSecondStep(ctx, body, client())
        keepSession(token)
        keepDevice(account.user.id)
        return account
      },
      {
        operation: 'takeSecondStep',
        summary: 'Take the second step of signing in',
        limit: 'auth',
        refuses: ['UNAUTHENTICATED', 'BAD_STATE'],
        body: shape.SecondStep,
        response: { 200: shape.SignedIn },
      },
    )
    .post(
      '/api/auth/second-factor',
      ({ author, client, status }) => status(201, { recoveryCodes: requirePasskey(ctx, author, client()) }),
      {
        operation: 'requireSecondStep',
        summary: 'Ask for a second step from now on',
        session: true,
        fresh: true,
        response: { 201: shape.RecoveryCodes },
      },
    )
    .delete(
      '/api/auth/second-factor',
      ({ author, client, status }) => status(204, none(stopRequiringPasskey(ctx, author, client()))),
      {
        operation: 'dropSecondStep',
        summary: 'Ask for no second step any more',
        session: true,
        fresh: true,
        response: { 204: t.Undefined() },
      },
    )
