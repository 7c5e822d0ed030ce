/** Answering a message: the words a person keeps for it, and a record of what they answered. */
import { defineFeature } from '../../../kit/feature.ts'
import { personalAnswers } from './personal-answers.ts'
import { templateAnswers } from './templates.ts'

export const answersFeature = defineFeature({
  name: 'answers',
  handlers: templateAnswers,
  personalData: personalAnswers,
})
