/** The questions of the first start, in their order. */
export const setupSteps = ['site', 'address', 'email', 'seller', 'payments', 'sign-up'] as const

export type SetupStep = (typeof setupSteps)[number]

export const isSetupStep = (word: string): word is SetupStep => setupSteps.some((step) => step === word)
