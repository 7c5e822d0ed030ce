/** What other parts may ask of marks. */
export { personalMarks, takeBackSpamMarks } from './personal-marks.ts'
