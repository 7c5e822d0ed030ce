/** What other parts may ask of marks. */
export { takeBackSpamMarks } from './personal-marks.ts'
