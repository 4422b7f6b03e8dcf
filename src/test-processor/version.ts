import type Stripe from 'stripe'

/** The version that the pinned SDK speaks; its type would not take another. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'
