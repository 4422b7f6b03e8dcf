// The studio of a casset: one chunk, as the page of one of several has both.
export { default as Studio } from './studio.tsx'
export { default as Place } from './tapes/place.tsx'
