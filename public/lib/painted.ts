/** A tab that is not seen draws no frames. */
const atLatestMs = 200

/** Resolves once the next frame, which answers a press, is drawn: slow work comes after it. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, atLatestMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })
