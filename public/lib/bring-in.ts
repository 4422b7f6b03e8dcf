/**
 * Puts a part of a fetched page in place of one of this page. Its videos are asked for again: where
 * they were parsed none loads, and browsers keep to that.
 */
export function bringIn(coming: Element, here: Element): void {
  here.replaceWith(document.adoptNode(coming))
  for (const video of coming.querySelectorAll('video')) video.load()
}
