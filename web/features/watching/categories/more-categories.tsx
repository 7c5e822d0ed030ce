import { Link } from 'react-router'
import { useCall } from '../../../kit/calls/use-call.ts'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './category-cloud.module.css'
import { neighboursOf } from './neighbours.ts'

const RELATED = 6

export interface MoreCategoriesProps {
  slug: string
  cities: readonly { slug: string; name: string }[]
}

/** The same in big cities, and what is near to it. */
export function MoreCategories({ slug, cities }: MoreCategoriesProps) {
  const { data } = useCall('categories', 'listCategories', {}, { staleTime: Infinity })
  const related = neighboursOf(data?.categories ?? [], slug, RELATED)
  return (
    <>
      {cities.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="in-cities">
          <h2 id="in-cities" className={typography.heading}>
            По городам
          </h2>
          <Row as="ul">
            {cities.map((city) => (
              <li key={city.slug}>
                <Link to={`/category/${slug}/${city.slug}`} className={classes.category}>
                  {city.name}
                </Link>
              </li>
            ))}
          </Row>
        </Stack>
      )}
      {related.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="related">
          <h2 id="related" className={typography.heading}>
            Рядом с этой
          </h2>
          <Row as="ul">
            {related.map(({ id, slug: other, name, icon }) => (
              <li key={id}>
                <Link to={`/category/${other}`} className={classes.category}>
                  <ProductIcon name={icon} size={17} />
                  {name}
                </Link>
              </li>
            ))}
          </Row>
        </Stack>
      )}
    </>
  )
}
