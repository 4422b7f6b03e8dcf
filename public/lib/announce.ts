/** How urgent a text is: an alert does not wait until a screen reader is done with what it says. */
export type Urgency = 'status' | 'alert'

/** Lets a screen reader say a text. */
export function announce(text: string, role: Urgency = 'status'): void {
  if (text !== '') import('./speak.ts').then(({ speak }) => speak(text, role)).catch(() => {})
}
