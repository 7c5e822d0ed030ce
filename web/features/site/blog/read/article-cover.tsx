import type { ArticleLine } from '../../../../../contract/site/blog.ts'
import { picturePattern, pictureSources } from '../../../../../rules/blog/rich-text.ts'
import { DrawnCover } from './drawn-cover.tsx'
import classes from './article-cover.module.css'

export interface ArticleCoverProps {
  article: Pick<ArticleLine, 'slug' | 'thumbnail'>
  /** How wide it is shown, as `sizes` of an image says it. */
  sizes: string
  /** It stands where a visitor looks first. */
  first?: boolean
}

/** Says nothing that the title beside it does not say: it has no words of its own. */
export function ArticleCover({ article: { slug, thumbnail }, sizes, first = false }: ArticleCoverProps) {
  const [, id, widest] = picturePattern.exec(thumbnail ?? '') ?? []
  return (
    <div className={classes.cover}>
      {thumbnail === null ? (
        <DrawnCover slug={slug} />
      ) : (
        <img
          src={thumbnail}
          srcSet={pictureSources(Number(id), Number(widest))
            .map(({ path, width }) => `${path} ${width}w`)
            .join(', ')}
          sizes={sizes}
          alt=""
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
        />
      )}
    </div>
  )
}
