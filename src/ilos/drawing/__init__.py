"""Pictures of tiles and positions, as SVG and as characters."""
