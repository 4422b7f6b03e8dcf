import { t } from 'elysia'
import type { Ctx } from '../../../context.ts'
import { Payable } from '../../../order/shape.ts'
import { takesIdempotencyKey } from '../../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../../platform/http/guard.ts'
import { idempotencyKeyOf } from '../../../platform/http/request/repeatable.ts'
import { handIn } from '../access/hand-in.ts'
import { LicenseStatus } from '../license-status.ts'
import { NewSharedToken, SharedToken, shareTestToken } from '../quote/share-test-token.ts'
import { Claim, HandedIn, License, NewLicense } from './checkout-model.ts'
import { claimLicense } from './claim-license.ts'
import { orderLicense } from './order-license.ts'

/** Routes by which licenses are bought and claimed, without an account (rule: licenses). */
export const licenseCheckout = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/checkout/license',
      ({ body: { quoteId, email, licensee, replaceVoucher, agrees }, viewer, request, server }) =>
        orderLicense(
          ctx,
          quoteId,
          { email, licensee, holderId: viewer?.userId ?? null },
          { address: addressOf(ctx, request, server), replaceVoucher, agrees },
        ),
      {
        operation: 'startLicensePayment',
        summary: 'Begin to buy what was quoted',
        limit: 'agent-post',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: NewLicense,
        response: { 200: Payable },
      },
    )
    .post('/api/checkout/test/shared-token', ({ body }) => shareTestToken(ctx, body), {
      operation: 'createTestPaymentToken',
      summary: 'Make a token with which an agent pays in tests',
      limit: 'agent-post',
      refuses: ['NOT_FOUND'],
      body: NewSharedToken,
      response: { 200: SharedToken },
    })
    .post(
      '/api/checkout/license/claim',
      async ({ body, request }) => ({ license: await claimLicense(ctx, body, idempotencyKeyOf(request)) }),
      {
        operation: 'claimLicense',
        summary: 'Claim the token of a license that is paid',
        limit: 'agent-post',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        detail: takesIdempotencyKey(),
        body: Claim,
        response: { 200: t.Object({ license: License }) },
      },
    )
    .post('/api/checkout/license/certificate', ({ body }) => handIn(ctx, body.certificate), {
      operation: 'restoreLicense',
      summary: 'Hand in the certificate of a license that a restored site has lost',
      limit: 'agent-post',
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: HandedIn,
      response: { 200: LicenseStatus },
    })
