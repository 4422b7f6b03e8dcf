// The studio of a casset, and the page of all of an artist's: one chunk, as they share most.
export { default as Studio } from './studio.tsx'
export { default as Bring } from './tapes/bring/bring.tsx'
export { default as EverythingForm } from './tapes/everything.tsx'
export { default as MakeTape } from './tapes/make.tsx'
export { default as Place } from './tapes/place.tsx'
