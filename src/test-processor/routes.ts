import { v1AccountRoutes } from './account/v1-routes.ts'
import { v2AccountRoutes } from './account/v2-routes.ts'
import { balanceRoutes } from './balance.ts'
import { balanceSettingsRoutes } from './balance-settings.ts'
import { chargeRoutes } from './charge.ts'
import { customerRoutes } from './customer.ts'
import { disputeRoutes } from './dispute/routes.ts'
import { eventRoutes } from './event-routes.ts'
import { fileRoutes } from './file.ts'
import { paymentIntentRoutes } from './payment-intent/routes.ts'
import { paymentMethodRoutes } from './payment-method.ts'
import { paymentMethodDomainRoutes } from './payment-method-domain.ts'
import { payoutRoutes } from './payout.ts'
import { refundRoutes } from './refund.ts'
import type { Route } from './route.ts'
import { sharedTokenRoutes } from './shared-token.ts'
import { transferRoutes } from './transfer/routes.ts'
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts'

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
