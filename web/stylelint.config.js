/** What stylelint checks: the standard rules, in stylesheets and in the styles of components. */
export default {
  extends: ['stylelint-config-standard'],
  rules: {
    // Class names are words: three letters or more with a vowel, or one of the shortest words.
    'selector-class-pattern': [
      '^(on|no|up|do|(?=[a-z]*[aeiouy])[a-z]{3,})(-(?=[a-z]*[aeiouy])[a-z]{2,})*$|^icon-r$',
      { message: (selector) => `"${selector}" is not made of words` },
    ],
    // Empty lines belong to Prettier.
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': null,
    // It compares selectors that never meet in one element, and asks for an order that hides what belongs together.
    'no-descending-specificity': null,
    // `from` and `to` read better than 0% and 100%, but one animation does not mix them.
    'keyframe-selector-notation': 'percentage-unless-within-keyword-only-block',
    // Safari knows this one by its old name only.
    'property-no-vendor-prefix': [true, { ignoreProperties: ['-webkit-user-select'] }],
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { ignoreKeywords: [/^[A-Z][a-z]+$/], camelCaseSvgKeywords: true }],
  },
  overrides: [{ files: ['**/*.svelte', '**/*.html'], customSyntax: 'postcss-html' }],
};
