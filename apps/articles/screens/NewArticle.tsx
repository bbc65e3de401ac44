/** Writes an article. */
import type {ScreenProps} from 'nonet/screen'
import {ActionForm} from 'nonet/screen'
import {ArticleFields, Editor} from './Editor'

export default function NewArticle({actions}: ScreenProps<'New article'>) {
  return (
    <Editor heading="New article">
      <ActionForm action={actions.publish}>{parts => <ArticleFields {...parts} />}</ActionForm>
    </Editor>
  )
}
