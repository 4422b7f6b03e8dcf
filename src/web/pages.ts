import type { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { accountRoute } from './page/account/route.tsx'
import { verifyRoute } from './page/account-verify/route.tsx'
import { checkoutRoute } from './page/checkout/route.tsx'
import { checkoutEmojiRoute } from './page/checkout-emoji/route.tsx'
import { checkoutTipRoute } from './page/checkout-tip/route.tsx'
import { homeRoute } from './page/home/route.tsx'
import { libraryRoute } from './page/library/route.tsx'
import { loginRoute } from './page/login/route.tsx'
import { receiptRoute } from './page/receipt/route.tsx'
import { receiptsRoute } from './page/receipts/route.tsx'
import { redeemRoute } from './page/redeem/route.tsx'
import { resetRoute } from './page/reset/route.tsx'
import { setUpRoute } from './page/setup/route.tsx'
import { signupRoute } from './page/signup/route.tsx'
import { studioRoute, studioThemeRoute } from './page/studio/route.tsx'
import { studioAccountsRoute } from './page/studio-accounts/route.tsx'
import { studioCodesRoute } from './page/studio-codes/route.tsx'
import { studioEmojiRoute } from './page/studio-emoji/route.tsx'
import { studioFilesRoute } from './page/studio-files/route.tsx'
import { studioPayoutsRoute } from './page/studio-payouts/route.tsx'
import { studioSalesRoute } from './page/studio-sales/route.tsx'
import { worldRoute } from './page/world/route.tsx'

/** Every page of the service but that of its API. */
export const pages = (ctx: Ctx): Elysia[] =>
  [
    homeRoute,
    worldRoute,
    loginRoute,
    signupRoute,
    resetRoute,
    setUpRoute,
    accountRoute,
    verifyRoute,
    libraryRoute,
    receiptsRoute,
    receiptRoute,
    redeemRoute,
    checkoutRoute,
    checkoutTipRoute,
    checkoutEmojiRoute,
    studioRoute,
    studioThemeRoute,
    studioEmojiRoute,
    studioSalesRoute,
    studioCodesRoute,
    studioPayoutsRoute,
    studioFilesRoute,
    studioAccountsRoute,
  ].map((route) => route(ctx))
