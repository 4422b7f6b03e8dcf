/** A tab that is not seen draws no frames. */
const atLatestMs = 200

/**
 * Resolves once the next frame is drawn: a press is answered in that frame, and what takes longer
 * comes after it.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, atLatestMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })
