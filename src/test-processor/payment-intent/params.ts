import { type TSchema, Type as t } from '@sinclair/typebox'
import { NewPaymentMethod } from '../customer/payment-method.ts'
import { Address } from '../request/address.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'

const Emptyable = <S extends TSchema>(schema: S) => t.Union([t.Literal(''), schema])
const Shipping = strictObject({
  address: Address,
  carrier: t.Optional(t.String()),
  name: t.String(),
  phone: t.Optional(t.String()),
  tracking_number: t.Optional(t.String()),
})
export type Shipping = typeof Shipping.static

const About = {
  description: t.Optional(t.String({ maxLength: 1_000 })),
  metadata: t.Optional(Emptyable(Metadata)),
  receipt_email: t.Optional(Emptyable(t.String({ pattern: '^[^@\\s]+@[^@\\s]+$' }))),
  customer: t.Optional(t.String()),
  statement_descriptor: t.Optional(t.String({ maxLength: 22 })),
  statement_descriptor_suffix: t.Optional(t.String({ maxLength: 22 })),
  shipping: t.Optional(Shipping),
  payment_method: t.Optional(t.String()),
  payment_method_data: t.Optional(strictObject(NewPaymentMethod)),
  setup_future_usage: t.Optional(Emptyable(t.Union([t.Literal('on_session'), t.Literal('off_session')]))),
  // Accepted from callers that pin no version only; the pinned version has no such parameter.
  payment_method_types: t.Optional(t.Array(t.Literal('card'))),
}

const Confirming = {
  return_url: t.Optional(t.String()),
  use_stripe_sdk: t.Optional(t.Boolean()),
  off_session: t.Optional(t.Boolean()),
  error_on_requires_action: t.Optional(t.Boolean()),
}

export const CreateParams = strictObject({
  amount: t.Integer({ minimum: 1 }),
  currency: t.String({ minLength: 1 }),
  automatic_payment_methods: t.Optional(
    strictObject({
      enabled: t.Boolean(),
      allow_redirects: t.Optional(t.Union([t.Literal('always'), t.Literal('never')])),
    }),
  ),
  capture_method: t.Optional(t.Union([t.Literal('automatic'), t.Literal('automatic_async')])),
  excluded_payment_method_types: t.Optional(t.Array(t.String())),
  confirm: t.Optional(t.Boolean()),
  shared_payment_granted_token: t.Optional(t.String()),
  on_behalf_of: t.Optional(t.String()),
  transfer_group: t.Optional(t.String()),
  ...About,
  ...Confirming,
  ...Expand,
})
export type CreateParams = typeof CreateParams.static

export const UpdateParams = strictObject({
  amount: t.Optional(t.Integer({ minimum: 1 })),
  transfer_group: t.Optional(t.String()),
  ...About,
  ...Expand,
})
export type UpdateParams = typeof UpdateParams.static

export const ConfirmParams = strictObject({
  payment_method: About.payment_method,
  payment_method_data: About.payment_method_data,
  receipt_email: About.receipt_email,
  shipping: About.shipping,
  client_secret: t.Optional(t.String()),
  ...Confirming,
  ...Expand,
})
export type ConfirmParams = typeof ConfirmParams.static

export const CancelParams = strictObject({
  cancellation_reason: t.Optional(
    t.Union([
      t.Literal('abandoned'),
      t.Literal('duplicate'),
      t.Literal('fraudulent'),
      t.Literal('requested_by_customer'),
    ]),
  ),
  ...Expand,
})

export const RetrieveParams = strictObject({ client_secret: t.Optional(t.String()), ...Expand })
