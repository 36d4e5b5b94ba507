/** pdfkit accepts fonts parsed by fontkit (its CHANGELOG, 0.20), which its declarations do not know yet. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this;
  }
}
