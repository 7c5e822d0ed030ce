import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { blogLimits, type ArticlePicture } from '../../../../../contract/site/blog.ts'
import { FormDialog } from '../../../../kit/ui/components/dialog.tsx'
import classes from './article-dialog.module.css'

interface PictureWordsProps {
  picture: ArticlePicture
  onDescribe: (alt: string) => void
  onClose: () => void
}

/** What is on a picture, for those who do not see it: a page read aloud, a letter without pictures, a search. */
export function PictureWords({ picture, onDescribe, onClose }: PictureWordsProps) {
  const [alt, setAlt] = useState('')
  return (
    <FormDialog
      title="Что на картинке?"
      size={480}
      submit="Вставить"
      loading={false}
      error={null}
      onSubmit={() => onDescribe(alt.trim())}
      onClose={onClose}
    >
      <img className={classes.placed} src={picture.path} alt="" width={picture.width} height={picture.height} />
      <Textarea
        label="Описание"
        description="Его прочтут те, кто не видит картинку. Если она только украшает, оставьте пустым."
        maxLength={blogLimits.alt}
        autosize
        data-autofocus
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
