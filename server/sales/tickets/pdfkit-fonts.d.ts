/** The declarations of pdfkit do not know yet that it takes fonts which fontkit has parsed (its CHANGELOG, 0.20). */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this;
  }
}
