/**
 * Returns the page where a sign-in is finished by a passkey. Browsers do not send the fragment, so
 * it reaches no log.
 */
export const secondStepPath = (next: string, step: string): string =>
  `/login?next=${encodeURIComponent(next)}#second=${step}`
