import { v1AccountRoutes } from './account/v1-routes.ts'
import { v2AccountRoutes } from './account/v2-routes.ts'
import { balanceRoutes } from './balance/balance.ts'
import { balanceSettingsRoutes } from './balance/balance-settings.ts'
import { payoutRoutes } from './balance/payout.ts'
import { chargeRoutes } from './charge/charge.ts'
import { refundRoutes } from './charge/refund.ts'
import { customerRoutes } from './customer/customer.ts'
import { paymentMethodRoutes } from './customer/payment-method.ts'
import { paymentMethodDomainRoutes } from './customer/payment-method-domain.ts'
import { sharedTokenRoutes } from './customer/shared-token.ts'
import { disputeRoutes } from './dispute/routes.ts'
import { eventRoutes } from './event/event-routes.ts'
import { webhookEndpointRoutes } from './event/webhook-endpoint-routes.ts'
import { fileRoutes } from './file.ts'
import { paymentIntentRoutes } from './payment-intent/routes.ts'
import type { Route } from './route.ts'
import { transferRoutes } from './transfer/routes.ts'

export const routes: readonly Route[] = [
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...sharedTokenRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fileRoutes,
  ...customerRoutes,
  ...balanceRoutes,
  ...balanceSettingsRoutes,
  ...transferRoutes,
  ...payoutRoutes,
  ...paymentMethodDomainRoutes,
  ...v2AccountRoutes,
  ...v1AccountRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
]
