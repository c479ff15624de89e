"""Predecessors of a pattern.

question   predecessors in a box, or in any surroundings
joined     boxes with joined sides: tori and cylinders
gardens    Gardens of Eden: from an orphan in a padded box to dead surroundings
"""
